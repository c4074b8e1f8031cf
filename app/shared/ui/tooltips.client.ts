const DELAY_MS = 700
/** A tooltip opens without delay within this time after another one closed. */
const SKIP_DELAY_MS = 300
const GAP_PX = 8

/**
 * Shows the `data-tooltip` of elements that have an accessible name of their own (decision 001).
 * @param first the event that caused this file to load, which may be on such an element
 */
export function showTooltips(first: Event): void {
  // Some supported browsers have no popovers, and so no tooltips.
  if (!('popover' in HTMLElement.prototype)) return
  const tip = Object.assign(document.createElement('div'), {
    id: 'tooltip',
    role: 'tooltip',
    popover: 'manual',
    className: 'tooltip',
  })
  let target: HTMLElement | null = null
  let opening: ReturnType<typeof setTimeout> | undefined
  let closing: ReturnType<typeof setTimeout> | undefined
  let closedAt = Number.NEGATIVE_INFINITY

  function open() {
    // The element may be gone, or the pointer may have left it, before this file arrived.
    if (!target?.isConnected || !target.matches(':hover, :focus-visible')) return
    if (!tip.isConnected) document.body.append(tip)
    tip.textContent = target.dataset.tooltip ?? ''
    target.setAttribute('aria-describedby', tip.id)
    tip.showPopover()
    const around = target.getBoundingClientRect()
    const { width, height } = tip.getBoundingClientRect()
    const left = Math.min(
      Math.max(GAP_PX, around.left + around.width / 2 - width / 2),
      innerWidth - width - GAP_PX,
    )
    const below = around.bottom + GAP_PX
    tip.style.left = `${Math.max(GAP_PX, left)}px`
    tip.style.top = `${below + height > innerHeight ? around.top - height - GAP_PX : below}px`
  }

  function close() {
    clearTimeout(opening)
    clearTimeout(closing)
    target?.removeAttribute('aria-describedby')
    target = null
    if (!tip.matches(':popover-open')) return
    tip.hidePopover()
    closedAt = performance.now()
  }

  function enter(event: Event) {
    const { target: entered } = event
    if (!(entered instanceof Element)) return
    if (entered === tip) return clearTimeout(closing)
    const next = entered.closest<HTMLElement>('[data-tooltip]')
    if (next === target) return clearTimeout(closing)
    close()
    if (!next || (event.type === 'focusin' && !next.matches(':focus-visible'))) return
    if (event instanceof PointerEvent && event.pointerType === 'touch') return
    target = next
    opening = setTimeout(open, performance.now() - closedAt < SKIP_DELAY_MS ? 0 : DELAY_MS)
  }

  function leave(event: Event) {
    if (!target) return
    const to = (event as PointerEvent | FocusEvent).relatedTarget
    if (to instanceof Node && (target.contains(to) || tip.contains(to))) return
    clearTimeout(opening)
    closing = setTimeout(close, 100)
  }

  function key(event: KeyboardEvent) {
    if (event.key === 'Escape') close()
  }

  for (const type of ['pointerover', 'focusin']) document.addEventListener(type, enter)
  for (const type of ['pointerout', 'focusout']) document.addEventListener(type, leave)
  for (const type of ['pointerdown', 'scroll'])
    document.addEventListener(type, close, { capture: true, passive: true })
  document.addEventListener('keydown', key)
  enter(first)
}
