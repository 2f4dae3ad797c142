// Before every test file: properties are tried on the same examples each time, so that a failure is due to a change and
// not to chance. `npm run test:all` draws others.
import fc from 'fast-check';
import { isExhaustive } from './exhaustive';

fc.configureGlobal(isExhaustive ? {} : { seed: 20_261_122 });
