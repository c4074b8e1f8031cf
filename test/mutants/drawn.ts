// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of programs
import type { Mutant } from './mutant.ts'

/**
 * Drawn at random by scripts/draw-mutants.ts with the seed 20261125, in November 2026: the first forty that change what
 * the program does for somebody. A mutant whose text has been deleted is replaced by one nearby.
 */
export const DRAWN: readonly Mutant[] = [
  {
    title: 'A sign-in that is completed with a code ends with the minutes that were left for the code.',
    find: "const replaced = stage === 'full' ? { expiresAt: session.expiresAt } : {}",
    replace: "const replaced = stage !== 'full' ? { expiresAt: session.expiresAt } : {}",
  },
  {
    title: 'Today names sold plates whose price is known without it, and others with a price of nothing.',
    find: 'text: soldPriceGbp === null ? registration : `${registration} for ${formatGbp(soldPriceGbp)}`,',
    replace: 'text: soldPriceGbp !== null ? registration : `${registration} for ${formatGbp(soldPriceGbp)}`,',
  },
  {
    title:
      'A pasted table is cleaned up to its first cell, so that a second line in another cell leaves the table.',
    find: "cell.removeAttribute('colspan')",
    replace: "return cell.removeAttribute('colspan')",
  },
  {
    title: 'A DMARC record of the domain above counts instead of the one of the domain itself.',
    find: 'parent && own.records.length === 0 && !own.isFailed ?',
    replace: 'parent && own.records.length !== 0 && !own.isFailed ?',
  },
  {
    title: 'An alert that was accepted is answered as one of too many.',
    find: 'if (outcome.status === 429)',
    replace: 'if (outcome.status !== 429)',
  },
  {
    title: 'A range of a single row, asked for by limit and offset, is refused.',
    find: 'if (to !== null && from > to) throw limitNegative()',
    replace: 'if (to !== null && from >= to) throw limitNegative()',
  },
  {
    title: 'Groups of conditions are checked as columns, and columns as groups.',
    find: "if (tree.kind === 'group') {",
    replace: "if (tree.kind !== 'group') {",
  },
  {
    title: 'An import of sales overwrites prices that contradict the sale on record, without asking.',
    find: "if (change.kind === 'same') return change",
    replace: "if (change.kind !== 'same') return change",
  },
  {
    title: 'Plates that are ours lead to another page than their own on the page of a name.',
    find: 'to={isOurs ? platePath(text) : registrationPath(text)}',
    replace: 'to={isOurs ? registrationPath(text) : platePath(text)}',
  },
  {
    title: 'Tables of articles are not made to scroll, and everything else is.',
    find: "if (node.tagName !== 'table') return",
    replace: "if (node.tagName === 'table') return",
  },
  {
    title: 'A published snapshot of the sales is accepted without a date, and refused with one.',
    find: "const isDated = typeof exportedAt === 'string' && !Number.isNaN(Date.parse(exportedAt))",
    replace: "const isDated = typeof exportedAt === 'string' && Number.isNaN(Date.parse(exportedAt))",
  },
  {
    title: 'A change of a single column of a recorded sale is taken for none.',
    find: 'if (Object.keys(changed).length === 0) continue',
    replace: 'if (Object.keys(changed).length === 1) continue',
  },
  {
    title: 'A workbook is read from another sheet than the one that was asked for.',
    find: 'const found = sheets.find(({ name }) => plain(name) === plain(wanted))',
    replace: 'const found = sheets.find(({ name }) => plain(name) !== plain(wanted))',
  },
  {
    title: 'The figures of the embedded backend leave out the first year of their range.',
    find: 'if (request.year_from !== null) conditions.push(`sale_year >= ${bind(request.year_from)}`)',
    replace: 'if (request.year_from !== null) conditions.push(`sale_year > ${bind(request.year_from)}`)',
  },
  {
    title: 'Other blocks than tables lose their hyphens when an article is written as Markdown.',
    find: "return node.type.name === 'table' ? written.replace(/\\n.*/, (rule) => rule.replace(/-+/g, '---')) : written",
    replace:
      "return node.type.name !== 'table' ? written.replace(/\\n.*/, (rule) => rule.replace(/-+/g, '---')) : written",
  },
  {
    title: 'The results of an auction of the next month are accepted.',
    find: 'if (isoMonth(year, Number(month)) > today.slice(0, 7))',
    replace: 'if (isoMonth(year, Number(month) - 1) > today.slice(0, 7))',
  },
  {
    title: 'Every token of the embedded backend is refused for its times.',
    find: "if (time !== undefined && typeof time !== 'number') throw tokenRefused('JWTClaimsSetDecodeError')",
    replace:
      "if (time !== undefined || typeof time !== 'number') throw tokenRefused('JWTClaimsSetDecodeError')",
  },
  {
    title: 'A change finds conflicts in additions, and none in changes.',
    find: 'const row = id === null ? null : current.get(id)',
    replace: "const row = id !== null ? null : current.get('')",
  },
  {
    title: 'The desk proposes a DMARC record that reports to the second address of the firm.',
    find: 'to: addresses.to[0] ?? addresses.from,',
    replace: 'to: addresses.to[1] ?? addresses.from,',
  },
  {
    title: 'The doctor reports the mail server of the firm without saying where enquiries go.',
    find: 'else if (missing.length === 0)',
    replace: 'else if (missing.length === 1)',
  },
  {
    title: 'The mail server is always asked at the standard port, and at none if no port is named.',
    find: "const port = Number(url.port) || (url.protocol === 'smtps:' ? 465 : 587)",
    replace: "const port = Number(url.port) && (url.protocol === 'smtps:' ? 465 : 587)",
  },
  {
    title: 'A search for a word of three letters misses plates whose description has it.',
    find: "if (compactOf(word).length < 3 || !/^[\\p{L}' -]+$/u.test(word)) return []",
    replace: "if (compactOf(word).length <= 3 || !/^[\\p{L}' -]+$/u.test(word)) return []",
  },
  {
    title: 'A move copies into a backend that has rows of its own.',
    find: 'if (!isContinued) await refuseIfNotEmpty(target)',
    replace: 'if (isContinued) await refuseIfNotEmpty(target)',
  },
  {
    title: 'A stock list is imported without categories and descriptions.',
    find: "const OTHERS = LIST_COLUMNS.filter(({ column }) => column !== 'price')",
    replace: "const OTHERS = LIST_COLUMNS.filter(({ part }) => part !== 'plate')",
  },
  {
    title: 'Plates for a name are drawn without look-alikes of its letters.',
    find: 'if (isLiteral && look > 0) break',
    replace: 'if (isLiteral || look > 0) break',
  },
  {
    title: 'A command imports a list although a row needs a decision.',
    find: 'const isComplete = refused + undecided === 0',
    replace: 'const isComplete = refused === 0',
  },
  {
    title: 'A link that is followed while a search is being typed spoils the address of the list.',
    find: "history.replaceState(history.state, '', location.pathname + written.current)",
    replace: "history.replaceState(history.state, '', location.pathname - written.current)",
  },
  {
    title: 'A contact form about a wanted name is not filled in.',
    find: "if (wanted === '') return {}",
    replace: "if (!(wanted === '')) return {}",
  },
  {
    title:
      'At the desk a correction that is sent twice is a conflict, and the next one of the same person is lost.',
    find: 'if (sale.updated_at === current.updated_at) return null',
    replace: 'if (!(sale.updated_at === current.updated_at)) return null',
  },
  {
    title: 'The embedded backend refuses the public role, and accepts unknown ones.',
    find: "if (role !== 'anon') throw roleUnknown(String(role))",
    replace: "if (role === 'anon') throw roleUnknown(String(role))",
  },
  {
    title: 'Dateless plates with small numbers resemble dated plates with the same letters.',
    find: 'return isPlain && !isCurrent(subject) && !isCurrent(other) ? likeness(datelessAndDated) : null',
    replace: 'return isPlain || !isCurrent(subject) && !isCurrent(other) ? likeness(datelessAndDated) : null',
  },
  {
    title: 'A row of a list of sales without a registration is left out instead of refused.',
    find: 'const none = isWhole ? null : noEntry(listed.record, columns, false)',
    replace: 'const none = isWhole ? null : noEntry(listed.record, columns, true)',
  },
  {
    title: 'The structured data of the explorer name no licence.',
    find: 'license: siteUrl + LICENCE_PATH,',
    replace: 'license: siteUrl - LICENCE_PATH,',
  },
  {
    title: 'An alert about a registration is written as a search, and a search as a registration.',
    find: "if (criteria.kind === 'registration') {",
    replace: "if (!(criteria.kind === 'registration')) {",
  },
  {
    title: 'The public key reads what is private, and nothing else.',
    find: "if (table.anonReads === 'none') throw tableForbidden(table)",
    replace: "if (table.anonReads !== 'none') throw tableForbidden(table)",
  },
  {
    title: 'An import of stock puts no withdrawn plate back on sale.',
    find: "else if (row.status === 'for_sale' && !isAvailable) {",
    replace: "else if (row.status === 'for_sale' && isAvailable) {",
  },
  {
    title: 'A list of plates that cannot be read counts as a large one.',
    find: 'export const FAILED_STOCK: Stock = { isWhole: true, plates: [], hasFailed: true }',
    replace: 'export const FAILED_STOCK: Stock = { isWhole: false, plates: [], hasFailed: true }',
  },
  {
    title: 'The doctor fails at a registration that cannot be read.',
    find: 'return parsed.ok && parsed.registration.text !== plateNumber ? parsed.registration.text : null',
    replace: 'return parsed.ok || parsed.registration.text !== plateNumber ? parsed.registration.text : null',
  },
  {
    title: 'The doctor reports only placeholders that no setting replaces.',
    find: '.filter(({ setting }) => setting === undefined || !set.has(setting))',
    replace: '.filter(({ setting }) => setting === undefined && !set.has(setting))',
  },
  {
    title: 'The doctor reports a mail server that answers as silent.',
    find: "socket.once('connect', () => end(true))",
    replace: "socket.once('connect', () => end(false))",
  },
]
