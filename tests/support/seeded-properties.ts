// Before every test file: properties are tried on the same examples each time, so that a run fails for what was changed
// and not for what was drawn. `npm run test:all` draws others.
import fc from 'fast-check';
import { isExhaustive } from './exhaustive';

fc.configureGlobal(isExhaustive ? {} : { seed: 20_261_122 });
