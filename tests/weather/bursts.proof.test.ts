import { testWeatherClass } from './hold.ts';

testWeatherClass('bursts');
