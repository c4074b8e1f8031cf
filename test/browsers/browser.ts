/** A browser other than Chromium, driven by the protocol that it speaks itself. */
export interface Browser {
  resize(width: number, height: number): Promise<void>
  open(url: string): Promise<void>
  /** @param body of a function in the page, whose result is JSON */
  evaluate(body: string): Promise<unknown>
  /** @param finder an expression of the page for the element, which the pointer then clicks */
  click(finder: string): Promise<void>
  /** Types into the element that has the focus; `ENTER` is the key. */
  type(text: string): Promise<void>
  screenshot(): Promise<Buffer>
  close(): Promise<void>
}

/** The key, in WebDriver. */
export const ENTER = '\ue007'

const WAIT_MS = 20_000
const PAUSE_MS = 50

/** Repeats a question until its answer is as wanted. @throws Error with `what` and the last answer after 20 s */
export async function waitFor<Answer>(
  what: string,
  ask: () => Promise<Answer>,
  isWanted: (answer: Answer) => boolean = Boolean,
): Promise<Answer> {
  const end = performance.now() + WAIT_MS
  for (;;) {
    const answer = await ask()
    if (isWanted(answer)) return answer
    if (performance.now() > end) throw new Error(`${what}: ${JSON.stringify(answer)}`)
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}
