import { testWeatherClass } from './hold.ts';

testWeatherClass('1%');
