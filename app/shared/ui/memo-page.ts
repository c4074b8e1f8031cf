import { type ComponentType, memo } from 'react'

interface PageProps {
  loaderData?: unknown
  actionData?: unknown
  params: unknown
}

/** Not rendered again when another page begins to load, at which the router passes the same page other `matches`. */
export const memoPage = <Props extends PageProps>(Page: ComponentType<Props>) =>
  memo(
    Page,
    (before, now) =>
      before.loaderData === now.loaderData &&
      before.actionData === now.actionData &&
      before.params === now.params,
  )
