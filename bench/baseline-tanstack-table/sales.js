/** As many made-up sales as the address asks for (?n=), alike on every run. */
let seed = 42
function random() {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}
const pick = (values) => values[Math.floor(random() * values.length)]
const letters = (number) => Array.from({ length: number }, () => pick('ABCDEFGHJKLMNOPRSTUVWXY')).join('')

export const sales = Array.from(
  { length: Number(new URLSearchParams(location.search).get('n') ?? 999) },
  (_, id) => {
    const hammer = Math.round(250 * Math.exp(random() * 6))
    return {
      id: String(id),
      plate: `${letters(1)}${Math.floor(random() * 999) + 1} ${letters(3)}`,
      hammer,
      total: Math.round(hammer * 1.296 + 80),
      date: 200_401 + Math.floor(random() * 22) * 100,
      seller: `Seller ${Math.floor(random() * 40)}`,
      category: pick(['Prefix', 'Suffix', 'Current']),
      type: pick(['Letters First', 'Letters Last', 'Current']),
    }
  },
)
