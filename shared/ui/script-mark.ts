/**
 * Marks a document as one whose script runs, before it is painted: what needs script is shown where `html` has
 * `data-script`. Takes the mark away if a script file fails, or if the page does not respond after ten seconds; then
 * `HydrationMark` puts it back when it does.
 */
export const SCRIPT_MARK =
  '(()=>{let r=document.documentElement,f=e=>{if((e?.target?.localName??"script")=="script"&&r.dataset.hydrated==null)delete r.dataset.script};r.dataset.script="";addEventListener("error",f,true);addEventListener("unhandledrejection",f);setTimeout(f,1e4)})()'
