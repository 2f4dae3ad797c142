import { z } from 'zod';
import { readContent } from './content-file.server';

/** Advice against common frauds, shown beside every conversation between a buyer and a seller. */
export const fraudAdvice = readContent('fraudAdvice', z.array(z.string()).min(1));
