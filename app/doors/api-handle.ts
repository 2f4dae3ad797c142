type ApiMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What an API route says of itself in its `handle`: the server goes by it before any code of the route runs. */
type ApiHandle = {
  /** For `Allow`. */
  methods: readonly string[];
  /** Query parameters that a kept answer depends on, in one order; absent for one that is made for each asker. */
  keep?: readonly string[];
};

/** The `handle` of a call; HEAD is answered wherever GET is, and OPTIONS everywhere. */
export const apiHandle = (methods: readonly ApiMethod[], keep?: readonly string[]): ApiHandle => ({
  methods: [...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method)), 'OPTIONS'],
  ...(keep && { keep }),
});
