import { holdInWeather } from './hold.ts';

holdInWeather('1%');
