import { testWeatherClass } from './weather-class.ts';

testWeatherClass('1%');
