import { DAY, HOUR } from '../durations.ts';

/** Whether Europe has summer time. */
export function isSummer(time: number): boolean {
  const year = new Date(time).getUTCFullYear();
  const lastSunday = (month: number): number => {
    const end = new Date(Date.UTC(year, month + 1, 0, 1));
    return end.getTime() - end.getUTCDay() * DAY;
  };
  return time >= lastSunday(2) && time < lastSunday(9);
}

/** What a clock on the wall of Berlin shows: the hour in which it is put back stands there twice. */
export const onTheWall = (time: number): number => time + (isSummer(time) ? 2 : 1) * HOUR;
