/** The API of the C library, and the JCE provider that is built on it. */
package org.polycha;
