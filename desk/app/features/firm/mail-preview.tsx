export function MailPreview({ subject, text }: { subject?: string; text: string }) {
  return (
    <div className="max-w-reading rounded-md border border-line bg-panel px-4 py-3.5 text-row">
      {subject && <p className="mb-2 border-line border-b pb-2 font-medium">{subject}</p>}
      <p className="conversation-body my-1">{text}</p>
    </div>
  )
}
