import { holdInWeather } from './hold.ts';

holdInWeather('bursts');
