/**
 * A value read once for all who ask in one turn of the event loop, that is, for requests that came in together.
 * `forget` has it read anew: after something that may have changed it within the turn.
 */
export function oncePerTurn<Value>(read: () => Value): { read: () => Value; forget: () => void } {
  let known: { value: Value } | undefined
  const forget = () => {
    known = undefined
  }
  return {
    read() {
      if (!known) {
        known = { value: read() }
        setImmediate(forget)
      }
      return known.value
    },
    forget,
  }
}
