import type { Terminal } from '../terminal.ts'

/** Shows the steps of a training: a bar on a terminal, plain lines elsewhere. */
export function showSteps(terminal: Terminal) {
  let shown: { step: string; bar: ReturnType<Terminal['progress']> } | undefined
  return {
    onProgress({ step, done, total }: { step: string; done: number; total: number }) {
      if (shown?.step !== step) {
        shown?.bar.end()
        const unit = step.startsWith('features') ? 'lots' : 'trees'
        shown = { step, bar: terminal.progress(`Training: ${step}`, unit) }
      }
      shown.bar.at(done, total === 0 ? null : done / total)
    },
    end() {
      shown?.bar.end()
      shown = undefined
    },
  }
}
