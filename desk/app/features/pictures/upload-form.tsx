import { useRef, useState } from 'react'
import { useNavigation, useSubmit } from 'react-router'
import { MAX_PICTURE_BYTES, PICTURE_TYPES, TOO_LARGE } from '#services/pictures/picture-limits.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'

/** Uploads through a button, or by dropping a picture on it. */
export function UploadForm({ error }: { error: string | undefined }) {
  const submit = useSubmit()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const [isTooLarge, setIsTooLarge] = useState(false)
  const { state, formMethod } = useNavigation()
  const isBusy = state !== 'idle' && formMethod === 'POST'
  const problem = isTooLarge ? TOO_LARGE : isBusy ? undefined : error

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
      onSubmit={(event) => {
        if (!check()) event.preventDefault()
      }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a target for the pointer; the field in it has the same use */}
      <div
        className="import-drop"
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setIsOver(false)
          if (isBusy || !input.current || event.dataTransfer.files.length === 0) return
          input.current.files = event.dataTransfer.files
          if (check()) submit(input.current.form)
        }}
      >
        <div className="desk-field">
          <label htmlFor="picture-file">A new picture</label>
          <p id="picture-file-help" className="help">
            A JPEG, PNG, WebP, GIF or AVIF file of up to 25 MB. Choose it or drop it here. It is resized for
            the site, and its location and camera details are removed.
          </p>
          <input
            ref={input}
            id="picture-file"
            name="file"
            type="file"
            required
            accept={PICTURE_TYPES}
            className="desk-input"
            aria-describedby={problem ? 'picture-file-help picture-file-error' : 'picture-file-help'}
            aria-invalid={problem ? true : undefined}
            onChange={check}
          />
          {problem && (
            <p id="picture-file-error" className="error" role="alert">
              {problem}
            </p>
          )}
        </div>
        <SubmitButton data-main disabled={isBusy}>
          {isBusy ? 'Preparing the picture' : 'Add the picture'}
        </SubmitButton>
      </div>
    </DeskForm>
  )
}
