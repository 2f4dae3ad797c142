export const isApiPath = (target: string): boolean => target.startsWith('/api/') && !target.startsWith('/api/docs/');

export const isRead = (method: string | undefined): boolean => method === 'GET' || method === 'HEAD';
