import { type RefObject, useEffect } from 'react'

/** Repeats input that came before hydration as events, so that the page follows what its controls already show. */
export function useEarlyInput(form: RefObject<HTMLElement | null>) {
  useEffect(() => {
    if (form.current) repeatEarlyInput(form.current)
  }, [form])
}

const typedTexts = new WeakMap<Element, string>()

/** Call it before hydration, in which React gives a text area that the server has filled in its first text again. */
export function keepEarlyTexts() {
  const keep = (control: unknown) => {
    const isEarly = document.documentElement.dataset.hydrated === undefined
    if (!isEarly || !(control instanceof HTMLTextAreaElement)) return
    if (control.value === control.defaultValue) typedTexts.delete(control)
    else typedTexts.set(control, control.value)
  }
  for (const control of document.querySelectorAll('textarea')) keep(control)
  addEventListener('input', ({ target }) => keep(target), true)
}

export function repeatEarlyInput(scope: ParentNode) {
  for (const control of scope.querySelectorAll<Control>('input, select, textarea'))
    if (control instanceof HTMLSelectElement) {
      const first = [...control.options].find((option) => option.defaultSelected) ?? control.options[0]
      if (control.value !== first?.value) dispatch(control, 'input', 'change')
    } else if (control.type === 'file') {
      if (control.value !== '') dispatch(control, 'input', 'change')
    } else if (control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type)) {
      if (control.checked === control.defaultChecked || (control.type === 'radio' && !control.checked))
        continue
      control.checked = control.defaultChecked
      control.click()
    } else {
      const typed = typedTexts.get(control) ?? control.value
      typedTexts.delete(control)
      if (typed === control.defaultValue) continue
      control.value = control.defaultValue
      // React ignores an event unless the value has changed since it was last set on the element itself.
      Reflect.set(Object.getPrototypeOf(control), 'value', typed, control)
      dispatch(control, 'input', 'change')
    }
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

function dispatch(control: Control, ...types: string[]) {
  for (const type of types) control.dispatchEvent(new Event(type, { bubbles: true }))
}
