const CALENDAR_DATE = /^(?<year>\d{4})(?:-(?<month>\d{2})-(?<day>\d{2})|(?<month2>\d{2})(?<day2>\d{2}))$/;
const WEEK_DATE = /^(?<year>\d{4})(?:-W(?<week>\d{2})-[1-7]|W(?<week2>\d{2})[1-7])$/;
const ORDINAL_DATE = /^(?<year>\d{4})-?(?<ordinal>\d{3})$/;
const TIME =
  /^(?<hour>\d{2})(?:(?::(?<minute>\d{2})(?::(?<second>\d{2}))?|(?<minute2>\d{2})(?<second2>\d{2})?))?(?<fraction>[.,]\d+)?$/;
/** The sign of the offset may be U+2212, the minus sign of ISO 8601, or the hyphen of keyboards. */
const ZONE = /(?:Z|[+\-\u2212](?:[01]\d|2[0-3])(?::?[0-5]\d)?)$/;

/**
 * Reports whether a text is an ISO 8601 date and time, in any of the standard's forms: extended or basic, calendar,
 * week or ordinal date, with or without fraction and zone. A date alone is not enough. Forms that RFC 3339 lacks are
 * accepted, because the specification asks for ISO 8601 and for no profile of it (Events / Message fields).
 */
export function isIsoDateTime(text: string): boolean {
  const [date = '', clock, ...more] = text.split('T');
  return clock !== undefined && more.length === 0 && isDate(date) && isTime(clock.replace(ZONE, ''));
}

function isDate(text: string): boolean {
  const calendar = CALENDAR_DATE.exec(text)?.groups;
  if (calendar !== undefined) {
    const month = Number(calendar['month'] ?? calendar['month2']);
    const day = Number(calendar['day'] ?? calendar['day2']);
    return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(Number(calendar['year']), month);
  }
  const week = WEEK_DATE.exec(text)?.groups;
  if (week !== undefined) {
    const number = Number(week['week'] ?? week['week2']);
    return number >= 1 && number <= 53;
  }
  const ordinal = ORDINAL_DATE.exec(text)?.groups;
  if (ordinal === undefined) return false;
  const day = Number(ordinal['ordinal']);
  return day >= 1 && day <= (isLeap(Number(ordinal['year'])) ? 366 : 365);
}

function isTime(text: string): boolean {
  const parts = TIME.exec(text)?.groups;
  if (parts === undefined) return false;
  const hour = Number(parts['hour']);
  const minute = Number(parts['minute'] ?? parts['minute2'] ?? 0);
  const second = Number(parts['second'] ?? parts['second2'] ?? 0);
  // 24:00 is the end of a day, and 60 a leap second.
  if (hour === 24) return minute === 0 && second === 0 && !/[1-9]/.test(parts['fraction'] ?? '');
  return hour < 24 && minute < 60 && second <= 60;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}
