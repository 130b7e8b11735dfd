import { testWeatherClass } from './hold.ts';

testWeatherClass('0.1%');
