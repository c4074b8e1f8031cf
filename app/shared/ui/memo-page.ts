import { type ComponentType, memo } from 'react'

interface PageProps {
  loaderData?: unknown
  actionData?: unknown
}

/**
 * Not rendered again when another page begins to load, at which the router passes new `params` and `matches` of the same
 * content. A page of another path is another element in any case.
 */
export const memoPage = <Props extends PageProps>(Page: ComponentType<Props>) =>
  memo(Page, (before, now) => before.loaderData === now.loaderData && before.actionData === now.actionData)
