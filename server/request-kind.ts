/**
 * Whether a path belongs to the API, so that errors use its envelope. The API documentation consists of pages.
 *
 * @param target a path or the raw request target
 */
export const isApiPath = (target: string): boolean => target.startsWith('/api/') && !target.startsWith('/api/docs/');

/** Whether a request is a read, which can be answered from the cache. */
export const isRead = (method: string | undefined): boolean => method === 'GET' || method === 'HEAD';
