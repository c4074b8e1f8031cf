import type { ActionName } from '#services/action.ts'
import { ALERT_SCENES } from './scenes/alerts.ts'
import { ARTICLE_SCENES } from './scenes/articles.ts'
import { COMMAND_SCENES } from './scenes/commands.ts'
import { COUNT_SCENES } from './scenes/counts.ts'
import { DEAL_SCENES } from './scenes/deals.ts'
import { ENQUIRY_SCENES } from './scenes/enquiries.ts'
import { IMPORT_SCENES } from './scenes/imports.ts'
import { PEOPLE_SCENES } from './scenes/people.ts'
import { PICTURE_SCENES } from './scenes/pictures.ts'
import type { Scene } from './scenes/scene.ts'
import { STOCK_SCENES } from './scenes/stock.ts'

/** For each action what it needs, and how it is done: an action without any does not compile. */
export const SCENES: Record<ActionName, readonly [Scene, ...Scene[]]> = {
  ...ALERT_SCENES,
  ...ARTICLE_SCENES,
  ...COUNT_SCENES,
  ...ENQUIRY_SCENES,
  ...PEOPLE_SCENES,
  ...DEAL_SCENES,
  ...IMPORT_SCENES,
  ...PICTURE_SCENES,
  ...COMMAND_SCENES,
  ...STOCK_SCENES,
}
