import type { ComponentProps } from 'react'
import { archivePrefix } from '../backend/archive-site.ts'

/** Of all addresses in a web archive. */
export const prefix = import.meta.env.SSR ? '' : archivePrefix(location.pathname)

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** The path of a page of the site, or a place of this one. */
  to: string
}

/**
 * A link that navigates by script: `useFollowLinks` in the layout does it for all. The router's own component listens to
 * its state, so that every navigation rendered a hundred links twice.
 */
export const Link = ({ to, ...attributes }: LinkProps) => (
  <a href={to.startsWith('/') ? prefix + to : to} {...attributes} />
)
