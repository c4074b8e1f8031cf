const EVERY_DAY =
  /\b(?:every ?day|daily|(?:7|seven) days|365|24\/7|all week)\b|\bmon(?=.*\bsun)|\bweek-?days?\b(?=.*\bweekends?\b)/i
const A_DAY =
  /\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*|\bweek-?(?:days?|ends?)\b|\bworking days?\b|\b[1-6] days\b/i
const EXCEPT =
  /\b(?:closed|except|excluding|but not|not on)\b.*(?:day|\bsun|\bsat|\bweekend|\bholiday|\bchristmas)/i

/**
 * Why the hours contradict the contact page and the claims, which say '365 days a year'; null if they do not.
 * 'every day, 9am to 7pm' → null; 'Monday to Friday, 9am to 5pm' → a sentence
 */
export function hoursContradiction(hours: string): string | null {
  const leavesDaysOut = EXCEPT.test(hours) || (A_DAY.test(hours) && !EVERY_DAY.test(hours))
  return leavesDaysOut
    ? 'The contact page says that you reply 365 days a year, but these hours leave days out. Add how you answer on the others, such as: “; by e-mail every day”.'
    : null
}
