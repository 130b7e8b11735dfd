import { DAY, HOUR } from '../durations.ts';

/** Reports whether Europe has summer time at this time. */
export function isSummer(time: number): boolean {
  const year = new Date(time).getUTCFullYear();
  const lastSunday = (month: number): number => {
    const end = new Date(Date.UTC(year, month + 1, 0, 1));
    return end.getTime() - end.getUTCDay() * DAY;
  };
  return time >= lastSunday(2) && time < lastSunday(9);
}

/** Returns the local time in Berlin. In the autumn, one hour of local time comes twice. */
export const onTheWall = (time: number): number => time + (isSummer(time) ? 2 : 1) * HOUR;
