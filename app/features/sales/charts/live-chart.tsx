import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from '#app/shared/ui/link.tsx'
import { useOpenPage } from '../use-open-page.ts'
import type { Frame } from './frame.tsx'

/** In the units of the frame. */
export interface Place {
  x: number
  y: number
}

export interface Described {
  name: string
  lines: readonly string[]
  /** The page that it links to. */
  path?: string
}

interface LiveChartProps {
  frame: Frame
  /** What the drawing says. */
  title: string
  label: string
  /** In the order of the arrow keys. */
  places: readonly Place[]
  /** The dot at which keyboard navigation starts. */
  start: number
  describe: (index: number) => Described
  children: ReactNode
}

const REACH_PX = 24

/**
 * Makes the dots of a drawing respond to mouse, touch and keyboard. One listener finds the nearest dot, and one slider
 * moves between dots: a thousand elements would be slow, and a thousand tab stops useless.
 */
export function LiveChart({ frame, title, label, places, start, describe, children }: LiveChartProps) {
  const openPage = useOpenPage()
  const slider = useRef<HTMLInputElement>(null)
  const [shown, setShown] = useState<{ places: readonly Place[]; index: number } | null>(null)
  const index = shown?.places === places ? shown.index : null
  const show = (next: number | null) => {
    if (next !== index) setShown(next === null ? null : { places, index: next })
  }

  const isShown = index !== null
  useEffect(() => {
    if (!isShown) return
    const hide = ({ key }: globalThis.KeyboardEvent) => key === 'Escape' && setShown(null)
    document.addEventListener('keydown', hide)
    return () => document.removeEventListener('keydown', hide)
  }, [isShown])

  const nearest = ({ currentTarget, clientX, clientY }: MouseEvent) => {
    const { left, top, width } = currentTarget.getBoundingClientRect()
    const scale = width / frame.width
    let found: number | null = null
    let least = REACH_PX ** 2
    places.forEach(({ x, y }, place) => {
      const distance = (x * scale + left - clientX) ** 2 + (y * scale + top - clientY) ** 2
      if (distance >= least) return
      least = distance
      found = place
    })
    return found
  }
  /** The first tap shows what a mouse shows on hover; the next one opens it. */
  const open = (event: MouseEvent) => {
    if (isInTip(event)) return
    const tapped = nearest(event)
    const isFirstTap = (event.nativeEvent as PointerEvent).pointerType === 'touch' && tapped !== index
    const path = tapped === null || isFirstTap ? undefined : describe(tapped).path
    if (path) return openPage(path)
    show(tapped)
    if (tapped !== null) slider.current?.focus({ preventScroll: true })
  }
  const openByKey = ({ key }: KeyboardEvent) => {
    const path = key === 'Enter' ? describe(current).path : undefined
    if (path) openPage(path)
  }

  const current = index ?? start
  const { name, lines } = describe(current)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the slider inside answers to the keyboard
    // biome-ignore lint/a11y/noStaticElementInteractions: the slider inside is the control
    <div
      className={`chart-live relative mt-2 rounded ${frame.className}`}
      onPointerMove={(event) => {
        if (event.pointerType !== 'touch' && !isInTip(event)) show(nearest(event))
      }}
      onPointerLeave={(event) => {
        if (event.pointerType !== 'touch' && document.activeElement !== slider.current) show(null)
      }}
      onClick={open}
    >
      <svg viewBox={`0 0 ${frame.width} ${frame.height}`} role="img" aria-label={title}>
        {children}
      </svg>
      <input
        ref={slider}
        type="range"
        className="chart-keys"
        min={0}
        max={places.length - 1}
        value={current}
        aria-label={label}
        aria-valuetext={[name, ...lines].join(', ')}
        onChange={({ currentTarget }) => show(Number(currentTarget.value))}
        onFocus={() => show(current)}
        onBlur={({ relatedTarget, currentTarget }) => {
          if (!currentTarget.parentElement?.contains(relatedTarget)) show(null)
        }}
        onKeyDown={openByKey}
      />
      {index !== null && places[index] && (
        <Tip frame={frame} place={places[index]} described={describe(index)} />
      )}
    </div>
  )
}

const isInTip = ({ target }: MouseEvent) => (target as Element).closest('.chart-tip') !== null

function Tip({ frame, place, described }: { frame: Frame; place: Place; described: Described }) {
  const { name, lines, path } = described
  const left = (place.x / frame.width) * 100
  const top = (place.y / frame.height) * 100
  const isBelow = top < 45
  return (
    <>
      <span className="chart-mark" style={{ left: `${left}%`, top: `${top}%` }} />
      <div
        className="chart-tip"
        style={{
          left: `${left}%`,
          [isBelow ? 'top' : 'bottom']: `${isBelow ? top : 100 - top}%`,
          transform: `translateX(-${left}%)`,
        }}
      >
        <div className="chart-tip-face">
          {path ? (
            <Link to={path} className="link font-semibold" tabIndex={-1}>
              {name}
            </Link>
          ) : (
            <span className="font-semibold">{name}</span>
          )}
          {lines.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </div>
      </div>
    </>
  )
}
