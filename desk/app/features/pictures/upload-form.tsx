import { useRef, useState } from 'react'
import { useNavigation, useSubmit } from 'react-router'
import { MAX_PICTURE_BYTES, PICTURE_TYPES, TOO_LARGE } from '#services/pictures/picture-limits.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { DropTarget } from '../../ui/drop-target.tsx'
import { TextField } from '../../ui/field.tsx'
import type { Answer } from '../../ui/form-answer.ts'

/** Uploads through a button, or by dropping a picture on it. */
export function UploadForm({ answer }: { answer: Answer | undefined }) {
  const submit = useSubmit()
  const input = useRef<HTMLInputElement>(null)
  const [isTooLarge, setIsTooLarge] = useState(false)
  const { state, formMethod } = useNavigation()
  const isBusy = state !== 'idle' && formMethod === 'POST'

  /** Checks the file before the upload, which may take minutes. */
  const check = () => {
    const hasTooMany = (input.current?.files?.[0]?.size ?? 0) > MAX_PICTURE_BYTES
    setIsTooLarge(hasTooMany)
    return !hasTooMany
  }

  return (
    <DeskForm
      action="/pictures"
      encType="multipart/form-data"
      className="max-w-reading"
      answer={isBusy ? undefined : answer}
      onSubmit={(event) => {
        if (!check()) event.preventDefault()
      }}
    >
      <DropTarget input={input} onDropped={(form) => !isBusy && check() && submit(form)}>
        <TextField
          ref={input}
          label="A new picture"
          name="file"
          type="file"
          required
          accept={PICTURE_TYPES}
          help="A JPEG, PNG, WebP, GIF or AVIF file of up to 25 MB. Choose it or drop it here. It is resized for the site, and its location and camera details are removed."
          error={isTooLarge ? TOO_LARGE : undefined}
          onChange={check}
        />
        <SubmitButton data-main disabled={isBusy}>
          {isBusy ? 'Preparing the picture' : 'Add the picture'}
        </SubmitButton>
      </DropTarget>
    </DeskForm>
  )
}
