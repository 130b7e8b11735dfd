import { holdInWeather } from './hold.ts';

holdInWeather('0.1%');
