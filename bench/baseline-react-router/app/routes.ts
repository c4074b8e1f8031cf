import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [index('page.tsx'), route('same', 'same.tsx')] satisfies RouteConfig
