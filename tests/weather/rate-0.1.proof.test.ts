import { testWeatherClass } from './weather-class.ts';

testWeatherClass('0.1%');
