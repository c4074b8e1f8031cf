import { useRef, useState } from 'react'
import { TextField } from '../../ui/field.tsx'
import { LoadProgress, useLoaded } from '../../ui/use-loaded.tsx'
import type { ChosenPicture } from './editor/picture-picker.tsx'

interface HeadPictureProps {
  picture: { id: string; alt: string } | null
  error: string | undefined
  onChange(): void
}

/** The picture at the top, cropped to 16:9 for sharing. Without script it cannot be changed. */
export function HeadPicture({ picture, error, onChange }: HeadPictureProps) {
  const [chosen, setChosen] = useState<ChosenPicture | null>(picture)
  const picker = useLoaded(() => import('./editor/picture-picker.tsx'))
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  async function open() {
    setIsOpen(true)
    if (!(await picker.load())) setIsOpen(false)
  }
  function close(next: ChosenPicture | null = chosen) {
    setIsOpen(false)
    setChosen(next)
    requestAnimationFrame(() => {
      button.current?.focus()
      if (next !== chosen) onChange()
    })
  }

  return (
    <div className="grid gap-3">
      {chosen && (
        <img
          src={`/pictures/${chosen.id}/share.jpg`}
          alt=""
          width="1200"
          height="675"
          className="aspect-video h-auto w-full border border-line object-cover"
        />
      )}
      <input type="hidden" name="pictureId" value={chosen?.id ?? ''} className="needs-script" />
      <TextField
        key={chosen?.id}
        label="What it shows"
        name="pictureAlt"
        help="One sentence, read out to people who cannot see it"
        maxLength={500}
        defaultValue={chosen?.alt ?? ''}
        error={error}
      />
      <p className="needs-script flex flex-wrap gap-2">
        <button ref={button} type="button" className="button-small" onClick={open}>
          {chosen ? 'Choose another picture' : 'Choose a picture'}
        </button>
        {chosen && (
          <button type="button" className="button-small" onClick={() => close(null)}>
            No picture
          </button>
        )}
      </p>
      <LoadProgress progress={picker.progress} what="The list of pictures" />
      {isOpen && picker.module && (
        <picker.module.PicturePicker title="Picture at the top" onChoose={close} onClose={() => close()} />
      )}
    </div>
  )
}
