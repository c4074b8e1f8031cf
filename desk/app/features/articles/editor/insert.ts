import type { Command } from 'prosemirror-state'
import { insertBlock, insertInline, selectedPicture } from './commands.ts'
import type { FactChoice } from './fact-picker.tsx'
import { schema } from './schema.ts'

/** A figure goes into the line; a table of the site's data is a separate block. */
export const insertFigure = ({ name, isTable }: FactChoice): Command =>
  isTable
    ? insertBlock(schema.nodes.data_table.create({ name }))
    : insertInline(schema.nodes.fact.create({ name }))

/** Replaces the selected picture, or inserts into an empty paragraph or the line. */
export const insertPicture =
  ({ id, alt }: { id: string; alt: string }): Command =>
  (state, dispatch) => {
    const picture = schema.nodes.picture.create({ src: `/pictures/${id}`, alt })
    const isInLine = selectedPicture(state) !== null || state.selection.$from.parent.content.size === 0
    const insert = isInLine
      ? insertInline(picture)
      : insertBlock(schema.nodes.paragraph.create(null, [picture]))
    return insert(state, dispatch)
  }
