/** Sent to the window when React has attached to the page, and handles presses from then on. */
export const ATTACHED = "lectern:attached";

/** Sent to the window when the effects of the page's components have run. */
export const READY = "lectern:ready";

/** How old a press may be, in milliseconds, when it is repeated: later it would come as a surprise. */
const MOST_AGE = 10_000;

/**
 * A script for the page's head: it keeps the last press on a button from before React attaches to the page, and repeats it
 * once React has. A second press on the same button is taken for impatience. Menus and tabs open at the first event of a
 * press, so all of them are kept. The script hears an event after React, which handles it if it attaches at that event.
 */
export const keepEarlyPress = `(()=>{
let button,events=[];
const kinds=["pointerdown","mousedown","keydown","click"];
const keep=event=>{
if(event.type==="keydown"&&event.key!=="Enter"&&event.key!==" ")return;
const pressed=event.target.closest?.("button");
if(pressed!==button){button=pressed;events=[]}
if(events.at(-1)?.type!=="click")events.push(event)
};
for(const kind of kinds)addEventListener(kind,keep);
addEventListener("${ATTACHED}",()=>{for(const kind of kinds)removeEventListener(kind,keep)});
addEventListener("${READY}",()=>{
if(!button||performance.now()-events[0].timeStamp>${MOST_AGE})return;
if(button.type==="submit"&&button.form&&button.form.method!=="dialog")return;
for(const event of events)event.target.dispatchEvent(new event.constructor(event.type,event))
},{once:true})
})()`.replaceAll("\n", "");
