import { type RefObject, useEffect } from 'react'

/** Repeats input that came before hydration as events, so that the page follows what its controls already show. */
export function useEarlyInput(form: RefObject<HTMLElement | null>) {
  useEffect(() => {
    if (form.current) repeatEarlyInput(form.current)
  }, [form])
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
    } else if (control.value !== control.defaultValue) {
      const typed = control.value
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
