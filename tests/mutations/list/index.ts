import { access } from './access';
import { delivery } from './delivery';
import { rules } from './rules';
import { filters } from './search';
import { storage } from './storage';

/** All of them: a change that makes one impossible, or a test that lets one pass, is found by `npm run mutate`. */
export const mutations = [...rules, ...access, ...filters, ...delivery, ...storage];
