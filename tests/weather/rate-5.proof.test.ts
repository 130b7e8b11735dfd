import { holdInWeather } from './hold.ts';

holdInWeather('5%');
