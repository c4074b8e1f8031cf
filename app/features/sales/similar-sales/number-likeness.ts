interface NumberLikeness {
  /** 0: the same number of figures; 1: one more or fewer … */
  figuresApart: number
  /** 0 to 1; 1 for the same number. At least 0.9 for numbers with equally many figures. */
  likeness: number
}

/** How similar two numbers sell: 16 and 17 very, 1 and 2 closely, 7 and 777 hardly. */
export function numberLikeness(one: number, other: number): NumberLikeness {
  const figuresApart = Math.abs(String(one).length - String(other).length)
  if (one === other) return { figuresApart, likeness: 1 }
  // Among numbers of one kind, nearer ones are slightly more alike.
  const distance = Math.abs(one - other) / Math.max(one, other)
  return { figuresApart, likeness: (kindOf(one) === kindOf(other) ? 0.95 : 0.9) + 0.04 * (1 - distance) }
}

type NumberKind = 'one' | 'single' | 'notable' | 'plain'

/** 11, 20, 100, 123 and 777 are bought for the number itself. */
function kindOf(number: number): NumberKind {
  if (number === 1) return 'one'
  if (number < 10) return 'single'
  const figures = String(number)
  const isRepeated = new Set(figures).size === 1
  const isRound = /^\d0+$/.test(figures)
  const isRun = figures.length > 2 && '123456789'.includes(figures)
  return isRepeated || isRound || isRun ? 'notable' : 'plain'
}
