import type { Problem } from '~/domain/outcome';

/** The only table that maps problems to statuses, for forms and the API alike (docs/product.md, "Statuses"). */
const statuses = {
  invalid: 422,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  stale: 412,
  'too-large': 413,
  'too-many': 429,
  unavailable: 503,
} as const satisfies Record<Problem['kind'], number>;

/** HTTP status of a problem, the same for a form and an API request (docs/product.md, "Statuses"). */
export const statusOf = (problem: Problem): number => statuses[problem.kind];
