/** What a dealer can mend: one sentence that says what is wrong and what to do. The office then ends with 1. */
export class OfficeFault extends Error {
  override name = 'OfficeFault'
}

/** A command that was not spelt right; the office adds where its help is, and ends with 2. */
export class UsageFault extends Error {
  override name = 'UsageFault'
}
