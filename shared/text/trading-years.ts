/** 1993 in 2026: 'more than 30 years'; 2019: '7 years'. */
export function describeYears(tradingSince: number, now = new Date()): string {
  const years = now.getFullYear() - tradingSince
  if (years < 2) return years < 1 ? 'months' : 'a year'
  const tens = Math.floor(years / 10) * 10
  return years < 20 || years === tens ? `${years} years` : `more than ${tens} years`
}
