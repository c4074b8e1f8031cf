import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('page.tsx'),
  route('same', 'same.tsx'),
  route('links', 'links.tsx'),
] satisfies RouteConfig
