// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of programs
import type { Mutant } from './mutant.ts'

/** Faults in rules: of the trade, of access, of the contract and both databases, of delivery, undo and retention. */
export const RULES: readonly Mutant[] = [
  {
    title: 'VAT is charged on the premium alone where it falls on the hammer price as well.',
    find: 'share((vatOnHammer ? hammerPence : 0) + premiumPence, vat)',
    replace: 'share(premiumPence, vat)',
  },
  {
    title: 'The second tier of a premium is charged on the whole hammer price.',
    find: 'const partPence = Math.min(hammerPence, upToPence) - belowPence',
    replace: 'const partPence = Math.min(hammerPence, upToPence)',
  },
  {
    title: 'A seller whose name only begins alike is charged the fees of another.',
    find: '(whereSold?.startsWith(`${seller} (`) ?? false)',
    replace: '(whereSold?.startsWith(seller) ?? false)',
  },
  {
    title: 'A sale without a month is charged fees that were in force for part of the year.',
    find: 'isoMonth(saleYear, saleMonth ?? 12)',
    replace: 'isoMonth(saleYear, saleMonth ?? 1)',
  },
  {
    title: 'A bid whose total is exactly the budget is thought too high.',
    find: 'bill.totalPence <= budgetPence',
    replace: 'bill.totalPence < budgetPence',
  },
  {
    title: 'Totals are computed from rates that are only fitted.',
    find: "return regime.status === 'stated' || regime.status === 'specification'",
    replace: "return regime.status !== 'disputed'",
  },
  {
    title: 'Rates count as stale on the ninetieth day.',
    find: '/ 86_400_000 > STALE_AFTER_DAYS',
    replace: '/ 86_400_000 >= STALE_AFTER_DAYS',
  },
  {
    title: 'A registration may not go on a vehicle that was first registered in its first month.',
    find: 'firstRegistered >= from) return null',
    replace: 'firstRegistered > from) return null',
  },
  {
    title: 'A reason that can be mended is named before one that is final.',
    find: "answer === 'ask' ? 2 : canChange ? 1 : 0",
    replace: "answer === 'ask' ? 2 : canChange ? 0 : 1",
  },
  {
    title: 'Five years off the road are treated like a current SORN.',
    find: "if (taxed === 'long-sorn')",
    replace: "if (taxed === 'sorn' && mot === 'never')",
  },
  {
    title: 'A vehicle that turns three this month needs no MOT.',
    find: 'if (months < MOT_YEARS * 12) return null',
    replace: 'if (months <= MOT_YEARS * 12) return null',
  },
  {
    title: 'A vehicle cannot have been first registered in the current month.',
    find: 'if (iso > today.slice(0, 7))',
    replace: 'if (iso >= today.slice(0, 7))',
  },
  {
    title: 'Two plates can be put on sale at once although one of them is sold.',
    find: 'if (plates.length > 1 && sold.length > 0)',
    replace: 'if (plates.length > 2 && sold.length > 0)',
  },
  {
    title: 'A plate without a price can be reserved.',
    find: "if (target.status === 'for_sale' || target.status === 'reserved') {",
    replace: "if (target.status === 'for_sale') {",
  },
  {
    title: 'A sold plate that is put back on sale keeps the price and the day of its sale.',
    find: "plate.status === 'sold' && status !== 'sold' ? { soldPriceGbp",
    replace: "plate.status === 'draft' && status !== 'sold' ? { soldPriceGbp",
  },
  {
    title: 'A reservation can end on the day on which it is made.',
    find: "if (day <= today) throw new CellError('it must be a day in the future')",
    replace: "if (day < today) throw new CellError('it must be a day in the future')",
  },
  {
    title: 'A reservation ends on its last day instead of the day after.',
    find: ".where('reservedUntil', '<', reservedBefore)",
    replace: ".where('reservedUntil', '<=', reservedBefore)",
  },
  {
    title: 'A sold plate can be sold again at another price.',
    find: "if (status !== 'sold' || soldPriceGbp === null) return",
    replace: "if (status !== 'draft' || soldPriceGbp === null) return",
  },
  {
    title: 'Rounding turns a small rise of a price into a cut.',
    find: "return direction === 'up' ? Math.max(after, priceGbp) : Math.min(after, priceGbp)",
    replace: 'return after',
  },
  {
    title: 'A price that is too small for the rounding step falls to £1.',
    find: 'const rounded = stepped > 0 ? stepped : Math.round(exact)',
    replace: 'const rounded = stepped',
  },
  {
    title: 'A list that mixes two encodings is read as if it were in one.',
    find: "if (UTF8_CHARACTER.test(bytes.toString('latin1')))",
    replace: "if (bytes.toString('latin1') === '')",
  },
  {
    title: 'A price rule may cut prices by the whole of them.',
    find: 'isDown && amount >= 100)',
    replace: 'isDown && amount > 100)',
  },
  {
    title: 'The limit on rises per cent is applied to pounds.',
    find: 'if (!isPounds && amount > MAX_PERCENT_UP)',
    replace: 'if (amount > MAX_PERCENT_UP)',
  },
  {
    title: 'A wish about one plate is taken from an address that names several.',
    find: "query.get('type') === 'purchase' && platesInQuery(query).length === 1",
    replace: "query.get('type') === 'purchase' && platesInQuery(query).length >= 1",
  },
  {
    title: 'A comma in an address puts a second plate into an enquiry.',
    find: "plate.replaceAll(',', ' ')",
    replace: 'plate',
  },
  {
    title: 'The name of a method of objects counts as a type of enquiry.',
    find: "Object.hasOwn(inquiryTypes, type) ? type : ''",
    replace: "type in inquiryTypes ? type : ''",
  },
  {
    title: 'A form of another host under the same domain is accepted without an origin.',
    find: "return fetchSite === 'cross-site' || fetchSite === 'same-site'",
    replace: "return fetchSite === 'cross-site'",
  },
  {
    title: 'A form with the origin null is accepted.',
    find: "if (origin === 'null') return true",
    replace: "if (origin === 'null') return false",
  },
  {
    title: 'X-Forwarded-Host names an own host although no proxy is trusted.',
    find: 'if (trustedProxies === 0) return null',
    replace: 'if (trustedProxies < 0) return null',
  },
  {
    title: 'A form of the desk that is sent without a session needs no token.',
    find: 'if (!hasToken(request, form, desk))',
    replace: 'if (desk.signedIn && !hasToken(request, form, desk))',
  },
  {
    title: 'The form token of one session is valid in every other.',
    find: "createHmac('sha256', sessionToken)",
    replace: "createHmac('sha256', 'desk')",
  },
  {
    title: 'The first entry of X-Forwarded-For, which anyone can forge, is the address of the client.',
    find: 'entries.at(-Math.min(trustedProxies, entries.length))',
    replace: 'entries.at(0)',
  },
  {
    title: 'A wider IPv6 network, which households share, has the limit of one household.',
    find: 'perTenMinutes(burst * 3 ** index)',
    replace: 'perTenMinutes(burst)',
  },
  {
    title: 'Each IPv6 address is a client of its own, so that one household has billions of limits.',
    find: 'const IPV6_PREFIX_LENGTHS = [64, 56, 48]',
    replace: 'const IPV6_PREFIX_LENGTHS = [128, 56, 48]',
  },
  {
    title: 'An IPv4 address that is written as IPv6 is another client.',
    find: 'ipaddr.process(address)',
    replace: 'ipaddr.parse(address)',
  },
  {
    title: 'The operator lte of the embedded contract excludes equal values.',
    find: "  lte: '<=',",
    replace: "  lte: '<',",
  },
  {
    title: 'Missing values come last in a descending order.',
    find: "nulls === 'nullsfirst' : descending",
    replace: "nulls === 'nullsfirst' : !descending",
  },
  {
    title: 'A question mark in a pattern matches any character.',
    find: "character.replace(/[*?[]/, '[$&]')",
    replace: "character.replace(/[*[]/, '[$&]')",
  },
  {
    title: 'A response is as long as its limit asks for, without a bound.',
    find: 'limit: Number(rows < MAX_ROWS ? rows : MAX_ROWS),',
    replace: 'limit: Number(rows),',
  },
  {
    title: 'Conditions may be nested one level less deeply than documented.',
    find: 'if (depth > MAX_LOGIC_DEPTH)',
    replace: 'if (depth >= MAX_LOGIC_DEPTH)',
  },
  {
    title: 'An integer beyond 32 bits is compared instead of refused.',
    find: "BigInt.asIntN(type === 'integer' ? 32 : 64, value)",
    replace: 'BigInt.asIntN(64, value)',
  },
  {
    title: 'The Range header cannot ask for a single row.',
    find: 'if (upper !== null && lower > upper) throw rangeInverted()',
    replace: 'if (upper !== null && lower >= upper) throw rangeInverted()',
  },
  {
    title: 'The public key reads plates that are not for sale.',
    find: "publicRows: typeof table.anonReads === 'object' ? table.anonReads.where : null,",
    replace: 'publicRows: null,',
  },
  {
    title: 'A request that would write over REST is answered as a read.',
    find: "if (!METHODS.has(raw.method)) throw methodUnsupported(raw.method, 'GET, HEAD')",
    replace: '',
  },
  {
    title: 'The databases accept a valuation of a plate that its sender does not own.',
    find: 'ownership boolean CHECK (ownership)',
    replace: 'ownership boolean',
  },
  {
    title: 'On SQLite the last owner can be made staff.',
    find: "WHEN OLD.role = 'owner' AND NEW.role <> 'owner'",
    replace: "WHEN OLD.role = 'staff' AND NEW.role <> 'owner'",
  },
  {
    title: 'On SQLite the release of suspected spam is not noted in its conversation.',
    find: "WHEN OLD.delivery = 'quarantined' AND NEW.delivery = 'waiting' BEGIN",
    replace: "WHEN OLD.delivery = 'quarantined' AND NEW.delivery = 'sent' BEGIN",
  },
  {
    title: 'The databases accept a plate for sale without a price.',
    find: '(price >= 0 AND (coalesce(price, 0) >= 1 OR NOT is_available))',
    replace: '(price >= 0)',
  },
  {
    title: 'A change of a plate overwrites a later one.',
    find: 'row.updated_at !== seenAt',
    replace: 'row.updated_at < seenAt',
  },
  {
    title: 'On PostgreSQL the first owner of an enquiry is not noted in its conversation.',
    find: "IF coalesce(NEW.owner, '') <> coalesce(OLD.owner, '') THEN",
    replace: 'IF NEW.owner <> OLD.owner THEN',
  },
  {
    title: 'On PostgreSQL the public key reads plates that are not for sale.',
    find: 'ON plates FOR SELECT TO anon, plateworthy_public USING (is_available)',
    replace: 'ON plates FOR SELECT TO anon, plateworthy_public USING (true)',
  },
  {
    title: 'The sessions of a removed person stay.',
    find: "'sessions.person_id', ",
    replace: '',
  },
  {
    title: 'A server whose lease has passed to another reschedules the e-mail all the same.',
    find: "release.where('id', '=', id).where('lease', '=', lease)",
    replace: "release.where('id', '=', id)",
  },
  {
    title: 'A failed delivery is retried at the same short interval forever.',
    find: 'const factor = Math.min(2 ** (attempts - 1), MAX_BACKOFF_FACTOR)',
    replace: 'const factor = 1',
  },
  {
    title: 'An edited message under the same key is taken for the first one and lost.',
    find: '[scope, type, Object.entries(data).sort(([a], [b]) => (a < b ? -1 : 1))]',
    replace: '[scope, type]',
  },
  {
    title: 'A second note from the same form is lost.',
    find: 'known.some(({ id, body }) => id === key && body === text)',
    replace: 'known.some(({ id }) => id === key)',
  },
  {
    title: 'An enquiry that has been e-mailed meanwhile is sent a second time by a page that still lists it.',
    find: "const unsent = retry.where('delivery', '=', 'waiting')",
    replace: 'const unsent = retry',
  },
  {
    title: 'An undo overwrites a later change of its plate.',
    find: 'if (changedSince.length === 0) return null',
    replace: 'if (changedSince.length <= 1) return null',
  },
  {
    title: 'A change of stock can be undone after sixty days.',
    find: 'new Date(now.getTime() - UNDO_DAYS * DAY_MS)',
    replace: 'new Date(now.getTime() - 2 * UNDO_DAYS * DAY_MS)',
  },
  {
    title: 'An undo removes the record of a sale that has been corrected since.',
    find: "row.selection !== 'own' || row.updated_at !== row.created_at",
    replace: "row.selection !== 'own'",
  },
  {
    title: 'An undo of recorded sales overwrites a later change of the sale.',
    find: 'columnsAfter: ({ after }) => after,',
    replace: 'columnsAfter: ({ after }) => after && {},',
  },
  {
    title: 'Two requests at once can use the same recovery code.',
    find: "\n      .where('usedAt', 'is', null)\n      .returning('id')",
    replace: "\n      .returning('id')",
  },
  {
    title: 'A recovery code with I for 1 is refused.',
    find: ".replace(/[IL]/g, '1')",
    replace: ".replace(/[L]/g, '1')",
  },
  {
    title: 'A route of the desk that is not listed is open to everyone.',
    find: "return ACCESS[path] ?? 'people'",
    replace: "return ACCESS[path] ?? 'open'",
  },
  {
    title: 'Staff can open the page of a person.',
    find: 'OWNERS.some((own) => path === own || path.startsWith(`${own}/`))',
    replace: 'OWNERS.some((own) => path === own)',
  },
  {
    title: 'After a sign-in the desk leads to another site.',
    find: "return path.includes('//') || path.split('/').includes('..') ? '/' : to",
    replace: "return path.split('/').includes('..') ? '/' : to",
  },
  {
    title: 'A session that nobody has used for twelve hours goes on.',
    find: 'return seen > at - IDLE_MS && created > at - MAX_AGE_MS',
    replace: 'return created > at - MAX_AGE_MS',
  },
  {
    title: 'A session goes on after the rights of its person have changed.',
    find: 'if (!person || person.securityStamp !== row.securityStamp) return null',
    replace: 'if (!person) return null',
  },
  {
    title: 'The explorer leaves out the first year of its range.',
    find: '(yearFrom === null || saleYear >= yearFrom)',
    replace: '(yearFrom === null || saleYear > yearFrom)',
  },
  {
    title: 'The backend leaves out sales with a blank seller when sellers are selected.',
    find: "in.(${['', '', ...selection].map(quoteValue).join()})",
    replace: 'in.(${selection.map(quoteValue).join()})',
  },
  {
    title: 'A selected category loses types that it shares with one that is deselected.',
    find: '!categories.some((category) => stillTicked.has(category))',
    replace: 'categories.length > 0',
  },
  {
    title: 'A sale that matches the search is listed a second time among those that read like it.',
    find: 'foldedPlate(sale.registration).includes(word) && !matches(sale)',
    replace: 'foldedPlate(sale.registration).includes(word)',
  },
  {
    title: 'A formula after a blank is a formula in an export.',
    find: '(?:[\\\\t\\\\r\\\\n]|${BLANK}*[=+\\\\-@＝＋－＠])',
    replace: '(?:[\\\\t\\\\r\\\\n]|[=+\\\\-@＝＋－＠])',
  },
  {
    title: 'The export of enquiries writes the texts of visitors as they are.',
    find: "rows.map((row) => csvLine(EXPORTED.map((column) => row[column]))).join('')",
    replace: "rows.map((row) => `${EXPORTED.map((column) => row[column] ?? '').join(',')}\\r\\n`).join('')",
  },
  {
    title: 'Cached pages stay as they were when the data change.',
    find: 'entry.version === version ||',
    replace: 'entry.version !== null ||',
  },
  {
    title: 'A page whose read has failed is cached.',
    find: 'const isCacheable = !reads.hasFailed && !isPrivate',
    replace: 'const isCacheable = !isPrivate',
  },
  {
    title: 'Three months before 31 May is 3 March, so that enquiries are removed late.',
    find: 'limit.setUTCDate(Math.min(now.getUTCDate(), lastDay))',
    replace: 'limit.setUTCDate(now.getUTCDate())',
  },
  {
    title: 'Retention removes suspected spam of a digest that has not been sent.',
    find: "is('digestId', 'not in', unsentDigests),",
    replace: '',
  },
  {
    title: 'After a jump of the clock retention removes enquiries without the consent of the dealer.',
    find: 'if (isSuspended) return { ...state, isSuspended }',
    replace: 'if (isSuspended && isConfirmed) return { ...state, isSuspended }',
  },
  {
    title: 'Retention removes replies before their enquiry.',
    find: ".where('kind', '<>', 'reply')",
    replace: '',
  },
]
