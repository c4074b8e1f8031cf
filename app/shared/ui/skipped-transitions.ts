/**
 * Marks a view transition that ends before it has begun as no error. The router skips one when the visitor goes on at once, and
 * leaves the promise `ready`, which then rejects, to nobody.
 */
export function acceptSkippedTransitions() {
  // Some browsers have none.
  const start = document.startViewTransition?.bind(document)
  if (!start) return
  document.startViewTransition = (update) => {
    const transition = start(update)
    transition.ready.catch((error: Error) => {
      if (error.name !== 'AbortError') throw error
    })
    return transition
  }
}
