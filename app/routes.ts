import { type RouteConfig, route } from '@remix-run/route-config';

export default [
  route('main', 'routes/home/route.tsx', { id: 'main' }),
  route('home', 'routes/home/route.tsx', { id: 'home' }),
  route('*', 'routes/not-found/route.tsx'),
] satisfies RouteConfig;
