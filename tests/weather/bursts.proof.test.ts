import { testWeatherClass } from './weather-class.ts';

testWeatherClass('bursts');
