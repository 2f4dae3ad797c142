import { z } from 'zod';
import { readContent } from './content-file.server';

/** What stands beside every conversation between a buyer and a seller, against the usual frauds. */
export const fraudAdvice = readContent('fraudAdvice', z.array(z.string()).min(1));
