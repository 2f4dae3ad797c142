import { access } from './access';
import { delivery } from './delivery';
import { messages } from './messages';
import { rules } from './rules';
import { filters } from './search';
import { storage } from './storage';

/** All mutations. `node tests/mutations/run.mjs` finds those that a change made impossible, and tests that let one pass. */
export const mutations = [...rules, ...access, ...filters, ...delivery, ...messages, ...storage];
