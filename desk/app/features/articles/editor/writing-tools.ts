/** What the editor needs once a person writes in it: loaded when it is focused or pointed at. */
export { insertTable } from './insert.ts'
export { insertPasted } from './pasted/insert-pasted.ts'
export { Pickers } from './pickers.tsx'
export { TABLE_COMMANDS, withTools } from './tool-plugins.ts'
